// Test peer for ROS 2 on Fast DDS: executes commands from its standard input. Samples are CDR in hexadecimal.
//
//     reader TOPIC TYPE reliable|best-effort latched|volatile     creates a reader; readers are numbered from 0
//     writer TOPIC TYPE reliable|best-effort latched|volatile     creates a writer; writers are numbered from 0
//     write WRITER SAMPLE
//     request WRITER READER SAMPLE        sends a service request like rmw_fastrtps_cpp; the reader receives the answer
//
// Output: `sample READER RELATED SAMPLE` for each received sample, where RELATED is the number of the answered request or 0;
// `sent NUMBER` for a request; `matched reader|writer NUMBER COUNT` when the number of matched endpoints changes.
//
// Argument: the number of the domain. All traffic stays on the loopback interface.

#include <fastdds/dds/core/policy/QosPolicies.hpp>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/DataWriterListener.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/DataReaderListener.hpp>
#include <fastdds/dds/subscriber/SampleInfo.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/topic/TopicDataType.hpp>
#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>

#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

namespace fastdds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

using Bytes = std::vector<uint8_t>;

// A type of any name. A sample is its serialized bytes, including the encapsulation header of four bytes.
class Raw : public fastdds::TopicDataType {
public:
    explicit Raw(const std::string& name) {
        setName(name.c_str());
        m_typeSize = 64;
        m_isGetKeyDefined = false;
        auto_fill_type_information(false);
        auto_fill_type_object(false);
    }

    bool serialize(void* data, rtps::SerializedPayload_t* payload) override {
        const Bytes& bytes = *static_cast<Bytes*>(data);
        payload->encapsulation = bytes.size() > 1 && bytes[1] == 0 ? CDR_BE : CDR_LE;
        payload->length = static_cast<uint32_t>(bytes.size());
        std::memcpy(payload->data, bytes.data(), bytes.size());
        return true;
    }

    bool deserialize(rtps::SerializedPayload_t* payload, void* data) override {
        static_cast<Bytes*>(data)->assign(payload->data, payload->data + payload->length);
        return true;
    }

    std::function<uint32_t()> getSerializedSizeProvider(void* data) override {
        return [data] { return static_cast<uint32_t>(static_cast<Bytes*>(data)->size()); };
    }

    void* createData() override { return new Bytes; }
    void deleteData(void* data) override { delete static_cast<Bytes*>(data); }
    bool getKey(void*, rtps::InstanceHandle_t*, bool) override { return false; }
};

static std::mutex printing;

static void print(const std::string& line) {
    std::lock_guard<std::mutex> guard(printing);
    std::cout << line << std::endl;
}

static std::string hexadecimal(const Bytes& bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

static Bytes from_hexadecimal(const std::string& text) {
    Bytes bytes;
    for (size_t at = 0; at + 1 < text.size(); at += 2) {
        bytes.push_back(static_cast<uint8_t>(std::stoi(text.substr(at, 2), nullptr, 16)));
    }
    return bytes;
}

struct Reader : fastdds::DataReaderListener {
    size_t number = 0;
    fastdds::DataReader* reader = nullptr;

    void on_data_available(fastdds::DataReader* from) override {
        Bytes bytes;
        fastdds::SampleInfo info;
        while (from->take_next_sample(&bytes, &info) == ReturnCode_t::RETCODE_OK) {
            if (!info.valid_data) {
                continue;
            }
            // Ignores answers to requests of other programs.
            const auto& related = info.related_sample_identity;
            bool ours = related.writer_guid() == from->guid();
            long answered = ours ? static_cast<long>(related.sequence_number().to64long()) : 0;
            print("sample " + std::to_string(number) + " " + std::to_string(answered) + " " + hexadecimal(bytes));
        }
    }

    void on_subscription_matched(fastdds::DataReader*, const fastdds::SubscriptionMatchedStatus& status) override {
        print("matched reader " + std::to_string(number) + " " + std::to_string(status.current_count));
    }
};

struct Writer : fastdds::DataWriterListener {
    size_t number = 0;
    fastdds::DataWriter* writer = nullptr;

    void on_publication_matched(fastdds::DataWriter*, const fastdds::PublicationMatchedStatus& status) override {
        print("matched writer " + std::to_string(number) + " " + std::to_string(status.current_count));
    }
};

class Peer {
public:
    explicit Peer(uint32_t domain) {
        fastdds::DomainParticipantQos qos;
        auto loopback = std::make_shared<eprosima::fastdds::rtps::UDPv4TransportDescriptor>();
        loopback->interfaceWhiteList.emplace_back("127.0.0.1");
        qos.transport().use_builtin_transports = false;
        qos.transport().user_transports.push_back(loopback);
        participant = fastdds::DomainParticipantFactory::get_instance()->create_participant(domain, qos);
        if (participant != nullptr) {
            publisher = participant->create_publisher(fastdds::PUBLISHER_QOS_DEFAULT);
            subscriber = participant->create_subscriber(fastdds::SUBSCRIBER_QOS_DEFAULT);
        }
    }

    bool joined() const { return participant != nullptr; }

    void execute(const std::string& line) {
        std::istringstream words(line);
        std::string command;
        words >> command;
        if (command == "reader" || command == "writer") {
            open(command, words);
        } else if (command == "write") {
            size_t number;
            std::string sample;
            words >> number >> sample;
            Bytes bytes = from_hexadecimal(sample);
            writers.at(number)->writer->write(&bytes);
        } else if (command == "request") {
            size_t number, reader;
            std::string sample;
            words >> number >> reader >> sample;
            Bytes bytes = from_hexadecimal(sample);
            rtps::WriteParams parameters;
            parameters.related_sample_identity().writer_guid(readers.at(reader)->reader->guid());
            writers.at(number)->writer->write(&bytes, parameters);
            print("sent " + std::to_string(parameters.sample_identity().sequence_number().to64long()));
        }
    }

private:
    fastdds::Topic* topic(const std::string& name, const std::string& type) {
        auto& known = topics[name];
        if (known == nullptr) {
            fastdds::TypeSupport(new Raw(type)).register_type(participant);
            known = participant->create_topic(name, type, fastdds::TOPIC_QOS_DEFAULT);
        }
        return known;
    }

    void open(const std::string& kind, std::istringstream& words) {
        std::string name, type, reliability, durability;
        words >> name >> type >> reliability >> durability;
        auto reliable = reliability == "reliable" ? fastdds::RELIABLE_RELIABILITY_QOS : fastdds::BEST_EFFORT_RELIABILITY_QOS;
        auto durable = durability == "latched" ? fastdds::TRANSIENT_LOCAL_DURABILITY_QOS : fastdds::VOLATILE_DURABILITY_QOS;
        if (kind == "reader") {
            fastdds::DataReaderQos qos = fastdds::DATAREADER_QOS_DEFAULT;
            qos.reliability().kind = reliable;
            qos.durability().kind = durable;
            qos.history().depth = 50;
            qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
            auto reader = std::make_unique<Reader>();
            reader->number = readers.size();
            reader->reader = subscriber->create_datareader(topic(name, type), qos, reader.get());
            readers.push_back(std::move(reader));
        } else {
            fastdds::DataWriterQos qos = fastdds::DATAWRITER_QOS_DEFAULT;
            qos.reliability().kind = reliable;
            qos.durability().kind = durable;
            qos.history().depth = 50;
            qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
            auto writer = std::make_unique<Writer>();
            writer->number = writers.size();
            writer->writer = publisher->create_datawriter(topic(name, type), qos, writer.get());
            writers.push_back(std::move(writer));
        }
    }

    fastdds::DomainParticipant* participant = nullptr;
    fastdds::Publisher* publisher = nullptr;
    fastdds::Subscriber* subscriber = nullptr;
    std::map<std::string, fastdds::Topic*> topics;
    std::vector<std::unique_ptr<Reader>> readers;
    std::vector<std::unique_ptr<Writer>> writers;
};

int main(int count, char** arguments) {
    if (count != 2) {
        std::cerr << "usage: peer DOMAIN" << std::endl;
        return 2;
    }
    Peer peer(static_cast<uint32_t>(std::stoul(arguments[1])));
    if (!peer.joined()) {
        std::cerr << "Fast DDS cannot join domain " << arguments[1] << std::endl;
        return 1;
    }
    std::string line;
    while (std::getline(std::cin, line)) {
        peer.execute(line);
    }
    // The entities end with the process: their ordered destruction is not tested.
    std::quick_exit(0);
}
